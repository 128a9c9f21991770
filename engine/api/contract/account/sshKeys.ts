import { z } from 'zod';
import { lazily } from '../../../kernel/collections/lazily.ts';
import { documented } from '../parts/documented.ts';
import { strictObject } from '../parts/objects.ts';

/** The key type, the key itself and an optional comment, on one line. */
const onOneLine = /^(ssh|ecdsa|sk)-[^\s]+ [^\s]+([ \t][^\n\r]*)?$/;

const sshKey = z
  .string()
  .superRefine((text, { addIssue }) => {
    if (!onOneLine.test(text))
      addIssue({
        code: 'custom',
        message: 'must be a public key on one line, such as `ssh-ed25519 AAAA… me@home`',
        params: { rule: 'ssh.keys-replace' },
      });
  })
  .register(documented, { pattern: onOneLine.source, examples: ['ssh-ed25519 AAAA me@home'] });

/** The body of `PUT /v2/account/ssh-keys`: the whole list. An empty list clears it. */
export const updateSshKeysRequest = strictObject(() => ({ keys: z.array(sshKey) }));

export const sshKeysResource = lazily(() => z.strictObject({ keys: z.array(z.string()) }).register(documented, { id: 'SshKeys' }));

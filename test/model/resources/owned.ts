/** What every resource of an account has. */
export interface OwnedThing {
  /** `template-3`: the fourth template of the world. */
  readonly name: string;
  readonly owner: string;
  readonly at: number;
  isDeleted: boolean;
}

export const isThere = ({ isDeleted }: OwnedThing): boolean => !isDeleted;

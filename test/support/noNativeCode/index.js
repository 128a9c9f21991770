throw new Error('msgpackr goes on without native code');

/**
 * Returns how many broadcasts or meetings a machine encodes at a time. It counts for each kind: several definitions of a
 * broadcast, meetings that are broadcast, and meetings that are recorded.
 */
export const encodedAtATime = (cores: number): number => Math.max(1, Math.floor(cores / 2))

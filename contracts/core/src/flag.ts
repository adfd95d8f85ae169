/** Returns whether a text in an address or in storage means yes: `true`, or `1` as older pages wrote it (OP-145). */
export const parseFlag = (text: string | null | undefined): boolean => text === 'true' || text === '1'

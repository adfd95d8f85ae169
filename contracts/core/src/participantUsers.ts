/**
 * Prefix of a participant's id in messaging, which no account and no guest has. A participant is one person in one meeting:
 * in messaging they exist for as long as they are in its room, under the name they have there.
 */
export const participantUserPrefix = 'p-'

/** A group's kind (IMCALL-42). */
export const groupTypes = { COMMON: 0, PRIVATE: 1, FORUM: 3, PUBLIC: 4, CHATROOM: 5 } as const
export type GroupTypeName = keyof typeof groupTypes

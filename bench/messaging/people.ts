/** Names of people and conversations, shared by both processes. */
export const people = 1_000
export const senders = 64
export const missedRooms = 5
export const missedPerRoom = 200

/** Group of everyone. */
export const crowd = 'crowd'
/** Three small groups with everyone in them, for the cursors of a reconnecting client. */
export const smallGroups = ['small-1', 'small-2', 'small-3']
/** A room owned by the sender, so that its cooldown does not apply; it has no listeners. */
export const roomOf = (sender: number) => `room-${sender}`
export const missedRoom = (index: number) => `missed-${index}`

export const content = 'Hello, everybody! '.repeat(7)

/** The people and conversations of the benchmark, as both processes name them. */
export const people = 1_000
export const senders = 64
export const missedRooms = 5
export const missedPerRoom = 200

/** A group of everybody. */
export const crowd = 'crowd'
/** Three small groups everybody is in, for the cursors of a client that comes back. */
export const smallGroups = ['small-1', 'small-2', 'small-3']
/** Of one of those who send, who owns it, so that its cooldown does not count; nobody listens there. */
export const roomOf = (sender: number) => `room-${sender}`
export const missedRoom = (index: number) => `missed-${index}`

export const content = 'Hello, everybody! '.repeat(7)

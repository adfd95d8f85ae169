/** Marks that a call continued while the page was reloaded; the app looks for it at every start. */
export const keptCallKey = 'room.kept'

/** The meeting that the person has just chosen to join again, so that a link cannot do that (ROOM-198). */
export const rejoinKey = 'room.rejoin'

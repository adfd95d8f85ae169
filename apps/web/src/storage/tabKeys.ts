/** Marks that a call continued while the page was reloaded; the app looks for it at every start. */
export const keptCallKey = 'room.kept'

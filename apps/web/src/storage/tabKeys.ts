/** Where the tab stores that a call went on while the page was reloaded; the app looks for it at every start. */
export const keptCallKey = 'room.kept'

/** In a chunk of their own, with Base UI's dialog and drawer: most visits open neither. */
export { LeaveDialog } from './LeaveDialog.tsx'
export { PeopleSheet } from './PeopleSheet.tsx'

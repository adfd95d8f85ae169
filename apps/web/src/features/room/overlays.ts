/** Bring Base UI's dialog and drawer with them: load them on the tap that opens the first. */
export { LeaveDialog } from './LeaveDialog.tsx'
export { PeopleSheet } from './PeopleSheet.tsx'

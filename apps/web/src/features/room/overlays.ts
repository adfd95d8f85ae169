/** Loaded together, by lazyOverlays.ts. */
export { LeaveDialog } from './LeaveDialog.tsx'
export { PeopleSheet } from './PeopleSheet.tsx'

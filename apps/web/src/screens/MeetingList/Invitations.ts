/** Companies that invite somebody are asked for when the list stands. */
export { Invitations } from '../../features/company/index.ts'

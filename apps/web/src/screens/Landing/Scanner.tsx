/** The scanner comes with the tap that opens it. */
export { Scanner } from '../../features/joining/index.ts'

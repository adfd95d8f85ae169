import { storage } from '../../storage/index.ts'

const key = 'signedInAt'
const justMs = 5 * 60_000

/** Somebody signed in here now. */
export const recordSignIn = () => storage.writeTabNumber(key, Date.now())

/** Whether somebody signed in here, in this tab, a moment ago: what goes on by itself then is what they began. */
export const hasJustSignedIn = (): boolean => Date.now() - storage.readTabNumber(key) < justMs

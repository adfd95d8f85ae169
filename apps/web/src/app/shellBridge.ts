import { connectBridge } from '../bridge/index.ts'

/** The works of the bridge, in a file of their own. */
export const shellBridge = (inApp: boolean) => connectBridge({ window, inApp })

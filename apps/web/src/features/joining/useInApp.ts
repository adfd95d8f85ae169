import { isInApp, useBridgeInfo } from '../../bridge/index.ts'
import { storage } from '../../storage/index.ts'

/** Whether the page stands in the app's own browser; what the address once said is in storage (OP-072). */
export function useIsInApp(): boolean {
	const { present } = useBridgeInfo()
	return isInApp({ query: storage.read('isInApp'), stored: undefined, present, userAgent: navigator.userAgent })
}

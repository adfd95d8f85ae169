import type { HintBus } from '../ports.ts'

/** Of a server that is the only one of its database: there is nobody else to tell. */
export const singleNode: HintBus = {
	publish() {},
	subscribe: () => () => {},
	isHeard: () => false,
}

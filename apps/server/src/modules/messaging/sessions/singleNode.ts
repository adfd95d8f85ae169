import type { HintBus } from '../ports.ts'

/** For a server that is alone on its database: no other node needs hints. */
export const singleNode: HintBus = {
	publish() {},
	subscribe: () => () => {},
	isHeard: () => false,
}

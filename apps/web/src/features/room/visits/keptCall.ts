import * as v from 'valibot'
import { keptCallKey, readTabValue, storage } from '../../../storage/index.ts'

const KeptCall = v.object({
	meetingId: v.string(),
	topic: v.string(),
	/** The participant; empty for a guest. */
	userId: v.string(),
})
/** A call that went on behind its bar when the page was unloaded. */
export type KeptCall = v.InferOutput<typeof KeptCall>

/**
 * In the storage of the tab from when the page is unloaded until the next one of the tab has started, so that a copy of the
 * tab never has it.
 */
export const keptCall = {
	write: (call: KeptCall) => storage.writeTabText(keptCallKey, JSON.stringify(call)),
	take(): KeptCall | undefined {
		const call = readTabValue(keptCallKey, KeptCall)
		storage.writeTabText(keptCallKey, undefined)
		return call
	},
}

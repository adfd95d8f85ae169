import { createIM, type IMOptions } from '../api/createIM.ts'
import type { IMEventName, IMEvents } from '../api/events.ts'
import { loadAllParts } from '../api/parts.ts'
import { createScriptedPeer, type ScriptedPeer } from './scriptedPeer.ts'
import { createVirtualPage, type VirtualPageOptions } from './virtualPage.ts'
import { createVirtualTime, type VirtualTime } from './virtualTime.ts'

await loadAllParts()

export const me = { uid: 'ann', appId: 'app', token: 'token-1' }

/** Sets up a client on a virtual page, with a scripted server at the other end. */
export function setUp(
	options: IMOptions & {
		time?: VirtualTime
		peer?: ScriptedPeer
		page?: Partial<VirtualPageOptions>
	} = {},
) {
	const { time = createVirtualTime(), peer = createScriptedPeer(time), page: pageOptions, ...imOptions } = options
	const page = createVirtualPage({ time, network: peer, ...pageOptions })
	const im = createIM({ ...imOptions, environment: { ...page.env, ...imOptions.environment } })
	/** Returns the events emitted under a name so far. */
	function heard<N extends IMEventName>(name: N): IMEvents[N][] {
		const events: IMEvents[N][] = []
		im.on(name, event => events.push(event))
		return events
	}
	async function loggedIn() {
		const login = im.login(me)
		await time.advance(20)
		return login
	}
	return { time, peer, page, im, heard, loggedIn }
}

/** Returns the outcome of a promise, or `pending`. */
export function outcome<T>(promise: Promise<T>) {
	const result: { status: 'pending' | 'resolved' | 'rejected'; value?: T; error?: unknown } = { status: 'pending' }
	promise.then(
		value => Object.assign(result, { status: 'resolved', value }),
		error => Object.assign(result, { status: 'rejected', error }),
	)
	return result
}

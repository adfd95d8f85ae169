import type { SfuRuntime } from '../../../apps/server/src/modules/room/adapters/embedded/sfu/sfu.ts'
import type { Chance, Scheduler } from '../scheduler.ts'

const candidate = 'a=candidate:1 1 UDP 2114977791 198.51.100.7 40001 typ host'
/** More media lines than any connection of a run has. */
const mids = Array.from({ length: 120 }, (_, index) => String(index))
const describeMs = { min: 1, max: 20 }
/** Time until an end notices that the other one has ended silently. */
const noticeMs = { min: 4_000, max: 20_000 }
/** A connection that is not established has failed after this time. */
const failsAfterMs = { browser: 15_000, engine: 30_000 }
/** An engine takes a connection on which nothing arrives for this long for lost. */
const engineWaitsMs = 8_000
const bytesPerMs = 10

export interface NetworkDeps {
	scheduler: Scheduler
	chance: Chance
	/** Returns the time that a packet travels. */
	travelMs(): number
}

export type MediaNetwork = ReturnType<typeof createMediaNetwork>

/** The end of a connection in a browser. */
export interface BrowserConnection {
	readonly person: number
	peer: NativeConnection | undefined
	/** It knows the address of the engine. */
	hasCandidates: boolean
	isClosed: boolean
	connectionState: RTCPeerConnectionState
	become(state: RTCPeerConnectionState): void
	/** Notifies the engine, unless it ends silently. */
	close(isSilent?: boolean): void
}

/** The end of a connection in the engine. */
interface NativeConnection {
	peer: BrowserConnection | undefined
	isConnected: boolean
	isClosed: boolean
	become(state: string): void
	/** Ends it; the browser notices after a while. */
	close(): void
}

/** Peer connections of browsers and of the engine, and the network between them. */
export function createMediaNetwork({ scheduler, chance, travelMs }: NetworkDeps) {
	const browsers: BrowserConnection[] = []
	const natives: NativeConnection[] = []
	/** The time at which the interruption of a person is over. */
	const interruptions = new Map<number, number>()

	const untilDescribed = () =>
		new Promise<void>(resolve => scheduler.after(chance.between(describeMs.min, describeMs.max), resolve))
	const isInterrupted = (person: number) => (interruptions.get(person) ?? 0) > scheduler.now()

	/** Connects two ends that know each other, after a round trip. */
	function connect(native: NativeConnection, browser: BrowserConnection): void {
		const isPair = () => native.peer === browser && browser.peer === native && browser.hasCandidates
		if (!isPair() || native.isClosed || browser.isClosed || native.isConnected) return
		scheduler.after(2 * travelMs(), () => {
			if (!isPair() || native.isClosed || browser.isClosed || native.isConnected) return
			if (isInterrupted(browser.person)) return void scheduler.after(500, () => connect(native, browser))
			native.isConnected = true
			native.become('connected')
			browser.become('connected')
		})
	}

	/** Each SDP names its connection by index. */
	const nativeOf = (sdp: string) => natives[Number(/a=native:(\d+)/.exec(sdp)?.[1] ?? -1)]
	const browserOf = (sdp: string) => browsers[Number(/a=browser:(\d+)/.exec(sdp)?.[1] ?? -1)]

	function openBrowser(person: number): BrowserConnection {
		const index = browsers.length
		let connectedAt: number | undefined
		const events: { onconnectionstatechange?: (() => void) | null } = {}
		const browser: BrowserConnection & { localDescription: { sdp: string } | null } & Record<string, unknown> = {
			person,
			peer: undefined,
			hasCandidates: false,
			isClosed: false,
			connectionState: 'new',
			set onconnectionstatechange(listener: (() => void) | null) {
				events.onconnectionstatechange = listener
			},
			onicecandidate: null,
			localDescription: null,
			// Calls after the end are never settled, as in browsers.
			async setRemoteDescription({ sdp }: { sdp: string }): Promise<void> {
				await untilDescribed()
				if (browser.isClosed) return await new Promise(() => {})
				browser.peer = nativeOf(sdp)
				browser.hasCandidates ||= sdp.includes(candidate)
				if (browser.hasCandidates)
					scheduler.after(failsAfterMs.browser, () => {
						if (browser.connectionState === 'new') browser.become('failed')
					})
				if (browser.peer) connect(browser.peer, browser)
			},
			async setLocalDescription(): Promise<void> {
				await untilDescribed()
				if (browser.isClosed) return await new Promise(() => {})
				browser.localDescription = { sdp: `m=audio\r\na=browser:${index}\r\n` }
			},
			async getStats() {
				const isFlowing = browser.connectionState === 'connected' && browser.peer?.isClosed === false
				const received = isFlowing && connectedAt !== undefined ? (scheduler.now() - connectedAt) * bytesPerMs : 0
				return new Map([['pair', { type: 'candidate-pair', bytesReceived: received, bytesSent: 0 }]])
			},
			getTransceivers: () => transceivers,
			become(state: RTCPeerConnectionState): void {
				if (browser.isClosed || browser.connectionState === state) return
				if (state === 'connected') connectedAt = scheduler.now()
				browser.connectionState = state
				events.onconnectionstatechange?.()
			},
			close(isSilent = false): void {
				if (browser.isClosed) return
				browser.isClosed = true
				browser.connectionState = 'closed'
				const { peer } = browser
				if (!peer?.isConnected || peer.peer !== browser) return
				const isUnheard = isSilent || isInterrupted(person)
				const ms = isUnheard ? chance.between(noticeMs.min, noticeMs.max) : travelMs()
				scheduler.after(ms, () => peer.become(isUnheard ? 'disconnected' : 'closed'))
			},
		}
		const transceivers = mids.map(mid => ({
			mid,
			direction: 'recvonly',
			receiver: { track: { id: `${index} ${mid}` } },
			sender: { replaceTrack: async () => {}, getParameters: () => ({}), setParameters: async () => {} },
		}))
		browsers.push(browser)
		return browser
	}

	function openNative(): NativeConnection {
		const index = natives.length
		let onState: (state: string) => void = () => {}
		let onDescription: (sdp: string, type: string) => void = () => {}
		const native: NativeConnection & Record<string, unknown> = {
			peer: undefined,
			isConnected: false,
			isClosed: false,
			addTrack: () => aTrack(native),
			onStateChange(listener: typeof onState) {
				onState = listener
			},
			onGatheringStateChange() {},
			onLocalDescription(listener: typeof onDescription) {
				onDescription = listener
			},
			setLocalDescription: () =>
				void scheduler.after(chance.upTo(3), () => {
					if (!native.isClosed) onDescription('', 'offer')
				}),
			localDescription: () => ({ type: 'offer', sdp: `m=audio\r\na=native:${index}\r\n${candidate}\r\n` }),
			gatheringState: () => 'complete',
			addRemoteCandidate() {},
			setRemoteDescription(sdp: string): void {
				if (!native.peer)
					scheduler.after(failsAfterMs.engine, () => {
						if (!native.isConnected) native.become('failed')
					})
				native.peer = browserOf(sdp)
				if (native.peer) connect(native, native.peer)
			},
			become(state: string): void {
				if (!native.isClosed) onState(state)
			},
			close(): void {
				if (native.isClosed) return
				native.isClosed = true
				const { peer } = native
				if (!peer || peer.peer !== native || !native.isConnected) return
				scheduler.after(travelMs(), () => {
					if (peer.peer === native) peer.become('disconnected')
				})
				scheduler.after(chance.between(noticeMs.min, noticeMs.max), () => {
					if (peer.peer === native) peer.become('failed')
				})
			},
		}
		natives.push(native)
		return native
	}

	return {
		openBrowser,
		connectNative: () => openNative() as unknown as ReturnType<SfuRuntime['connect']>,
		/** The process of the engine has ended. */
		closeNatives(): void {
			for (const native of natives) native.close()
		},
		/** Nothing of a person arrives for this long. */
		interrupt(person: number, forMs: number): void {
			interruptions.set(person, Math.max(interruptions.get(person) ?? 0, scheduler.now() + forMs))
			for (const browser of browsers) {
				const { peer } = browser
				if (browser.person !== person || browser.connectionState !== 'connected' || !peer) continue
				browser.become('disconnected')
				scheduler.after(Math.min(forMs, engineWaitsMs), () => {
					if (forMs > engineWaitsMs) peer.become('disconnected')
				})
				scheduler.after(forMs, () => {
					if (!peer.isClosed && browser.connectionState === 'disconnected') browser.become('connected')
				})
			}
		},
		openBrowsers: () => browsers.filter(({ isClosed }) => !isClosed),
		openNatives: () => natives.filter(({ isClosed }) => !isClosed),
	}
}

/** A media line of the engine, on which nothing arrives. */
const aTrack = (connection: { isConnected: boolean; isClosed: boolean }) => ({
	onMessage() {},
	onOpen() {},
	setMediaHandler() {},
	isOpen: () => connection.isConnected && !connection.isClosed,
	close() {},
	sendMessageBinary: () => true,
})

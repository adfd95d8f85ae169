import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import {
	AddTrackRequest,
	SessionDescription,
	SignalRequest,
	SignalResponse,
	SignalTarget,
	TrackSource,
	TrackType,
} from '@livekit/protocol'
import type { MediaSource } from '@parley/room'
import { PeerConnection, type Track } from 'node-datachannel'
import { isRtcp } from '../../apps/server/src/modules/room/adapters/embedded/sfu/rtp.ts'
import { SendingLine, trackIdOf } from '../../apps/server/src/modules/room/adapters/testing/sendingLine.ts'
import type { EngineRun } from './engineRun.ts'
import { accessToken, credentials } from './livekit.ts'
import { packetsPerSecond, sendLoad } from './load.ts'

const port = 7_980
const sources = ['microphone', 'camera'] as const satisfies readonly MediaSource[]
const configuration = `
port: ${port}
bind_addresses: ['127.0.0.1']
keys: { ${credentials.key}: ${credentials.secret} }
logging: { level: error }
rtc: { udp_port: ${port + 2}, tcp_port: ${port + 1}, node_ip: 127.0.0.1, enable_loopback_candidate: true }
`

/** Figures of LiveKit's server while `participants` participants sent and received the same packets. */
export async function runLivekit(program: string, participants: number, seconds: number): Promise<EngineRun> {
	const server = spawn(program, ['--config-body', configuration], { stdio: 'ignore' })
	const people: LivekitParticipant[] = []
	try {
		await wait(3_000)
		for (let index = 0; index < participants; index++) people.push(await LivekitParticipant.join(index))
		const stops = people.map(person => sendLoad((...packet) => person.send(...packet)))
		// Its server adds the receiving lines of a track once the first packet has come.
		await wait(5_000)
		const count = () => people.reduce((sum, person) => sum + person.received, 0)
		const before = { cpuMs: cpuMsOf(server), received: count() }
		await wait(seconds * 1_000)
		const after = { cpuMs: cpuMsOf(server), received: count() }
		for (const stop of stops) stop()
		const packetsIn = packetsPerSecond * participants
		const packetsOut = (after.received - before.received) / seconds
		return {
			participants,
			cpuPercent: (after.cpuMs - before.cpuMs) / seconds / 10,
			residentMib: residentMibOf(server),
			packetsInPerSecond: packetsIn,
			packetsOutPerSecond: packetsOut,
			delivered: packetsOut / (packetsIn * (participants - 1)),
		}
	} finally {
		for (const person of people) person.close()
		server.kill()
	}
}

/** Time on the processor, in ms; the kernel counts in hundredths of a second. */
function cpuMsOf({ pid }: ChildProcess): number {
	const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
	return (Number(fields[11]) + Number(fields[12])) * 10
}

function residentMibOf({ pid }: ChildProcess): number {
	const [, kib = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
	return Number(kib) / 1_024
}

/** Participant without a browser, as far as LiveKit's signalling needs one: two connections, one for each direction. */
class LivekitParticipant {
	readonly #name: string
	readonly #socket: WebSocket
	readonly #publisher: PeerConnection
	readonly #subscriber: PeerConnection
	readonly #lines: Record<(typeof sources)[number], SendingLine>
	/** Kept: an unreferenced track is garbage-collected. */
	readonly #tracks: Track[] = []
	#unpublished = sources.length
	#offerId = 0
	received = 0

	static async join(index: number): Promise<LivekitParticipant> {
		const person = new LivekitParticipant(index)
		const deadline = Date.now() + 15_000
		while (person.#publisher.state() !== 'connected') {
			if (Date.now() > deadline) throw new Error(`LiveKit: participant ${index} is not connected`)
			await wait(20)
		}
		return person
	}

	private constructor(index: number) {
		this.#name = `participant-${index}`
		const query = new URLSearchParams({
			access_token: accessToken(this.#name),
			auto_subscribe: '1',
			sdk: 'js',
			version: '2.15.0',
			protocol: '15',
		})
		this.#socket = new WebSocket(`ws://127.0.0.1:${port}/rtc?${query}`)
		this.#socket.binaryType = 'arraybuffer'
		this.#socket.onmessage = ({ data }) => this.#onResponse(SignalResponse.fromBinary(new Uint8Array(data)).message)
		this.#publisher = connect(`${this.#name}-sends`, sdp => this.#describe('offer', sdp))
		this.#subscriber = connect(`${this.#name}-receives`, sdp => this.#describe('answer', sdp))
		this.#subscriber.onTrack(track => {
			this.#tracks.push(track)
			track.onMessage(packet => {
				if (!isRtcp(packet)) this.received++
			})
		})
		const line = (source: MediaSource, mid: number) =>
			new SendingLine({
				connection: this.#publisher,
				mid: String(mid),
				source,
				ssrc: 10_000 + index * 100 + mid,
				name: this.#name,
			})
		this.#lines = { microphone: line('microphone', 0), camera: line('camera', 1) }
	}

	send(source: MediaSource, ...packet: Parameters<SendingLine['send']>): void {
		if (source === 'microphone' || source === 'camera') this.#lines[source].send(...packet)
	}

	close(): void {
		this.#socket.close()
		this.#publisher.close()
		this.#subscriber.close()
	}

	#onResponse(message: SignalResponse['message']): void {
		switch (message.case) {
			case 'join':
				for (const source of sources) this.#request({ case: 'addTrack', value: this.#trackOf(source) })
				return
			case 'trackPublished':
				if (--this.#unpublished === 0) this.#publisher.setLocalDescription('offer')
				return
			case 'answer':
				return void this.#publisher.setRemoteDescription(message.value.sdp, 'answer')
			case 'offer':
				this.#offerId = message.value.id
				this.#subscriber.setRemoteDescription(message.value.sdp, 'offer')
				return void this.#subscriber.setLocalDescription('answer')
			case 'trickle': {
				const { candidate, sdpMid } = JSON.parse(message.value.candidateInit)
				const connection = message.value.target === SignalTarget.PUBLISHER ? this.#publisher : this.#subscriber
				if (candidate) connection.addRemoteCandidate(candidate, sdpMid ?? '0')
			}
		}
	}

	#trackOf(source: (typeof sources)[number]): AddTrackRequest {
		const kind =
			source === 'microphone'
				? { type: TrackType.AUDIO, source: TrackSource.MICROPHONE }
				: { type: TrackType.VIDEO, source: TrackSource.CAMERA, width: 640, height: 360 }
		return new AddTrackRequest({ cid: trackIdOf(this.#name, source), name: source, ...kind })
	}

	#describe(type: 'offer' | 'answer', sdp: string): void {
		const id = type === 'answer' ? this.#offerId : 1
		this.#request({ case: type, value: new SessionDescription({ type, sdp, id }) })
	}

	#request(message: SignalRequest['message']): void {
		this.#socket.send(Uint8Array.from(new SignalRequest({ message }).toBinary()))
	}
}

/** A connection that hands over its complete descriptions, with candidates. */
function connect(name: string, onDescription: (sdp: string) => void): PeerConnection {
	const connection = new PeerConnection(name, {
		iceServers: [],
		disableAutoNegotiation: true,
		forceMediaTransport: true,
		bindAddress: '127.0.0.1',
	})
	let isDescribed = false
	const report = () => {
		const sdp = connection.localDescription()?.sdp
		if (!isDescribed || connection.gatheringState() !== 'complete' || !sdp) return
		isDescribed = false
		onDescription(sdp)
	}
	connection.onGatheringStateChange(report)
	connection.onLocalDescription(() => {
		isDescribed = true
		setImmediate(report)
	})
	return connection
}

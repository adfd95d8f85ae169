import { answerCodes, type CallName, type Envelope, encodePush, type PacketName, packetName } from '@parley/im'
import type { MemoryNetwork, ServerEnd } from '../transport/memory.ts'
import type { CloseCause } from '../transport/transport.ts'
import type { VirtualTime } from './virtualTime.ts'

/** Answer to a call, with `code` 0 unless it states one; undefined for no answer. */
type Script = (data: Record<string, unknown>, envelope: Envelope) => object | undefined

export interface ScriptedPeer extends MemoryNetwork {
	/** Packets received, on all connections. */
	readonly frames: (Envelope & { name: PacketName | undefined })[]
	framesOf(name: CallName): Envelope[]
	/** Replaces the answer to a call. */
	on(name: CallName, script: Script): void
	push(name: PacketName, data: object): void
	sendRaw(value: unknown): void
	close(cause: CloseCause): void
	/** Behaviour towards connecting clients. */
	mode: 'accept' | 'refuse' | 'hang'
	connections: number
	readonly isConnected: boolean
	closedByClient: number
}

/** Replaces the server in tests that script its answers word for word. */
export function createScriptedPeer(time: Pick<VirtualTime, 'now'>): ScriptedPeer {
	const scripts = new Map<CallName, Script>([
		[
			'login',
			({ uid }) => ({
				session: 's1',
				now: time.now(),
				user: { userId: uid, nickName: `name of ${uid}`, imgUrl: '/face.png' },
				expiresAt: time.now() + 86_400_000,
			}),
		],
		['syncKeys', () => ({ keys: {} })],
	])
	let current: ServerEnd | undefined
	const peer: ScriptedPeer = {
		frames: [],
		mode: 'accept',
		connections: 0,
		closedByClient: 0,
		get isConnected() {
			return current !== undefined
		},
		framesOf: name => peer.frames.filter(frame => frame.name === name),
		on: (name, script) => scripts.set(name, script),
		push: (name, data) => current?.send(encodePush(name, data)),
		sendRaw: value => current?.send(value),
		close(cause) {
			current?.close(cause)
			current = undefined
		},
		accept(end) {
			peer.connections++
			if (peer.mode !== 'accept') return peer.mode === 'hang' ? 'hangs' : false
			current = end
			end.onClose = () => {
				if (current === end) current = undefined
				peer.closedByClient++
			}
			end.onMessage = envelope => {
				const name = packetName(envelope.messageType)
				peer.frames.push({ ...envelope, name })
				const script = scripts.get(name as CallName) ?? (() => ({}))
				const answer = script(envelope.jsonData, envelope)
				if (answer) end.send({ ...envelope, jsonData: { code: answerCodes.ok, ...answer } })
			}
			return true
		},
	}
	return peer
}

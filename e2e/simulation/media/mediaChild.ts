import type { EngineChild } from '../../../apps/server/src/modules/room/adapters/embedded/embeddedEngine.ts'
import type {
	EngineCommand,
	EngineQuery,
	FromChild,
} from '../../../apps/server/src/modules/room/adapters/embedded/ipc.ts'
import { Sfu } from '../../../apps/server/src/modules/room/adapters/embedded/sfu/sfu.ts'
import {
	EngineUnavailableError,
	type SfuChildSetup,
} from '../../../apps/server/src/modules/room/adapters/embedded/sfuChild.ts'
import type { Scheduler } from '../scheduler.ts'
import type { MediaNetwork } from './connections.ts'

const tickMs = 500
const restartMs = { min: 100, max: 1_500 }

interface MediaChildDeps {
	scheduler: Scheduler
	network: MediaNetwork
	/** Returns the time that a message between the processes takes. */
	messageMs(): number
	between(min: number, max: number): number
}

/** The process with the media: the real forwarding of streams, behind messages that take time. */
export function createMediaChild(deps: MediaChildDeps, setup: SfuChildSetup) {
	const { scheduler, network, messageMs } = deps
	let current: { sfu: Sfu } | undefined
	let isRestarting = true
	const sent = { child: -1, parent: -1 }
	const arrival = { child: 0, parent: 0 }
	const pending = new Set<(error: Error) => void>()

	/** Delivers messages in order, unless the process ends first. Messages sent at the same time arrive together, as in a pipe. */
	function travel(to: 'child' | 'parent', act: (sfu: Sfu) => void): void {
		const sender = current
		if (sent[to] !== scheduler.now()) arrival[to] = Math.max(arrival[to], scheduler.now() + messageMs())
		sent[to] = scheduler.now()
		scheduler.after(arrival[to] - scheduler.now(), () => {
			if (sender && sender === current) act(sender.sfu)
		})
	}

	function receive(message: FromChild): void {
		if (message.kind === 'event' || message.kind === 'participant-event') setup.onMessage(message)
		if (message.kind === 'peer-error' || message.kind === 'fault') setup.log.error(message, 'media child')
	}

	function start(): void {
		const send = (message: FromChild) => travel('parent', () => receive(message))
		const started = { sfu: new Sfu(setup.config, send, { now: scheduler.now, connect: network.connectNative }) }
		current = started
		const tick = () => {
			if (current !== started) return
			started.sfu.tick()
			scheduler.after(tickMs, tick)
		}
		tick()
		setup.onUp()
	}

	function crash(): void {
		if (!current) return
		current = undefined
		network.closeNatives()
		for (const reject of pending) reject(new EngineUnavailableError('the media child is not running'))
		pending.clear()
		setup.onDown()
		if (isRestarting) scheduler.after(deps.between(restartMs.min, restartMs.max), start)
	}

	function query(asked: EngineQuery): Promise<unknown> {
		if (!current) return Promise.reject(new EngineUnavailableError('the media child is not running'))
		return new Promise((resolve, reject) => {
			pending.add(reject)
			travel('child', sfu => {
				const answer = sfu.answer(asked)
				travel('parent', () => {
					pending.delete(reject)
					resolve(answer)
				})
			})
		})
	}

	const child: EngineChild = {
		get up() {
			return current !== undefined
		},
		pid: undefined,
		command: (command: EngineCommand) => travel('child', sfu => sfu.run(command)),
		query: query as EngineChild['query'],
		stopRestarting() {
			isRestarting = false
		},
		async stop() {
			isRestarting = false
			current = undefined
		},
	}
	scheduler.after(0, start)
	return { child, crash }
}

import { refused } from '@parley/core'
import type { Socket } from 'socket.io'
import * as v from 'valibot'
import type { RateLimit } from '../../../../platform/rateLimit.ts'

export interface GatewayLog {
	info(fields: object, message: string): void
	warn(fields: object, message: string): void
	error(fields: object, message: string): void
}

/** A socket without type parameters of its own: messages are validated at run time. */
export type AnySocket = Socket<Record<string, never>, Record<string, (...payload: unknown[]) => void>>

type Calls<T> = { [K in keyof T]: (input: never, ack: never) => void }
type SocketInput<F> = F extends (input: infer I, ...rest: never[]) => void ? I : never
type SocketResult<F> = F extends (input: never, ack: (answer: infer A) => void) => void ? A : never

type Answer<R> = R | (() => R)

/** One handler per call of a contract, with the result the contract declares; a function is called when the result is sent. */
export type Handlers<T extends Calls<T>> = {
	[K in keyof T]: (
		input: SocketInput<T[K]>,
	) => unknown extends SocketResult<T[K]> ? void : Promise<Answer<SocketResult<T[K]>>> | Answer<SocketResult<T[K]>>
}

export interface SocketCallsOptions<T extends Calls<T>> {
	socket: AnySocket
	inputs: Record<keyof T, v.GenericSchema>
	handlers: Handlers<T>
	/** Counts the calls of each socket. */
	rateLimit: RateLimit
	log: GatewayLog
}

/** Passes calls to their handlers: rate-limited, validated, each acknowledged with a result. */
export function handleSocketCalls<T extends Calls<T>>({
	socket,
	inputs,
	handlers,
	rateLimit,
	log,
}: SocketCallsOptions<T>): void {
	async function handle(name: keyof T & string, input: unknown) {
		if (!(await rateLimit.consume(socket.id)).ok) return refused('calls.too-many')
		const parsed = v.safeParse(inputs[name], input)
		if (!parsed.success) return refused('input.invalid')
		try {
			return await handlers[name](parsed.output as never)
		} catch (error) {
			log.error({ err: error, call: name }, 'room call failed')
			return refused('server.broken')
		}
	}

	for (const name of Object.keys(inputs) as (keyof T & string)[]) {
		socket.on(
			name as never,
			(async (input: unknown, ack: unknown) => {
				const answer = await handle(name, input)
				if (typeof ack === 'function') ack(typeof answer === 'function' ? answer() : answer)
			}) as never,
		)
	}
}

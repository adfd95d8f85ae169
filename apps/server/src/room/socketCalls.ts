import { refused } from '@parley/core'
import type { Socket } from 'socket.io'
import * as v from 'valibot'
import { RateLimit } from './rateLimit.ts'

export interface GatewayLog {
	info(fields: object, message: string): void
	warn(fields: object, message: string): void
	error(fields: object, message: string): void
}

/** A socket without type parameters of its own; what passes is checked by the inputs, not believed from a type. */
export type AnySocket = Socket<Record<string, never>, Record<string, (...payload: unknown[]) => void>>

type Calls<T> = { [K in keyof T]: (input: never, ack: never) => void }
type InputOf<F> = F extends (input: infer I, ...rest: never[]) => void ? I : never
type AnswerOf<F> = F extends (input: never, ack: (answer: infer A) => void) => void ? A : never

/** One handler per call of a contract, answering what the contract says it answers. */
export type Handlers<T extends Calls<T>> = {
	[K in keyof T]: (
		input: InputOf<T[K]>,
	) => unknown extends AnswerOf<T[K]> ? void : Promise<AnswerOf<T[K]>> | AnswerOf<T[K]>
}

export interface SocketCallsOptions<T extends Calls<T>> {
	socket: AnySocket
	inputs: Record<keyof T, v.GenericSchema>
	handlers: Handlers<T>
	limit: { burst: number; perSecond: number }
	log: GatewayLog
}

/** Lets calls through to their handlers: not too many, only well-formed ones, each with an answer. */
export function handleSocketCalls<T extends Calls<T>>({
	socket,
	inputs,
	handlers,
	limit,
	log,
}: SocketCallsOptions<T>): void {
	const rate = new RateLimit(limit, performance.now())

	async function answerTo(name: keyof T & string, input: unknown) {
		if (!rate.take(performance.now())) return refused('calls.too-many')
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
				const answer = await answerTo(name, input)
				if (typeof ack === 'function') ack(answer)
			}) as never,
		)
	}
}

import type { Answers } from '../settings.ts'

export interface Behaviour {
	answers: Answers
	latencyMs: number
}

export interface Delivery {
	afterMs: number
	data: unknown
}

const lateByMs = 3_000

/** When and how often an answer goes back to the page, and in what shape. */
export function deliveries({ answers, latencyMs }: Behaviour, reply: unknown): Delivery[] {
	const good = { afterMs: latencyMs, data: copied(reply) }
	switch (answers) {
		case 'well':
			return [good]
		case 'late':
			return [{ ...good, afterMs: latencyMs + lateByMs }]
		case 'twice':
			return [good, good]
		case 'text':
			return [{ ...good, data: JSON.stringify(reply) }]
		case 'garbage':
			return [{ ...good, data: 404 }]
		case 'never':
			return []
	}
}

/** What a handler of the page is fired with: a shell that writes text writes it both ways. */
export const spoken = ({ answers }: Behaviour, data: unknown): unknown =>
	answers === 'text' ? JSON.stringify(data) : copied(data)

/** Whatever crosses the bridge is JSON, so no end can change what the other holds. */
export const copied = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)))

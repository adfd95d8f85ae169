import { createHmac } from 'node:crypto'
import * as v from 'valibot'
import type { Clock } from './clock.ts'
import { isEqualInConstantTime } from './constantTime.ts'

/** A signed header is used at once; the clocks of nodes may differ by this much. */
export const signatureLifetimeMs = 300_000

const Signed = v.object({ signedAt: v.number() })

/** Signs facts that one node tells another in a header, and reads those of others. */
export function createSignedHeader<Schema extends v.GenericSchema<object, object>>(
	schema: Schema,
	{ secret, clock }: { secret: string; clock: Clock },
) {
	const signatureOf = (text: string) => createHmac('sha256', secret).update(text).digest('base64url')

	return {
		sign(facts: v.InferOutput<Schema>): string {
			const text = Buffer.from(JSON.stringify({ ...facts, signedAt: clock.now() })).toString('base64url')
			return `${text}.${signatureOf(text)}`
		},
		/** Ignores a header with an invalid or expired signature. */
		read(header: string | string[] | undefined): v.InferOutput<Schema> | undefined {
			const [text = '', signature = ''] = [header].flat().join().split('.')
			if (!isEqualInConstantTime(signature, signatureOf(text))) return undefined
			const said: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
			const { signedAt } = v.parse(Signed, said)
			if (Math.abs(clock.now() - signedAt) >= signatureLifetimeMs) return undefined
			const facts = v.safeParse(schema, said)
			return facts.success ? facts.output : undefined
		},
	}
}

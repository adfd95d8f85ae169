import { hash } from 'node:crypto'
import { type Call, methodOf, type ShapeCodec } from '@parley/api'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { notStored } from './headers.ts'

interface EncodedField {
	json: string
	/** Equal for equal values. */
	digest: string
	hasSecret: boolean
}

export interface TaggedAnswer {
	body: string
	/** Missing where the answer has a secret, which no browser is to keep. */
	etag: string | undefined
}

type ShapeField = ShapeCodec['fields'][number]

/**
 * Encodes the answers of a call with an `ETag`. An object that is sent again, as cached ones are, is neither encoded nor
 * hashed again; handlers therefore never change what they returned.
 */
export function createAnswerEncoder(call: Call): (value: unknown) => TaggedAnswer {
	const { fields } = call.output as ShapeCodec
	if (!fields || call.responseField !== 'data' || methodOf(call.route) !== 'GET')
		throw new Error(`${call.route} cannot have an ETag`)
	const encoders = fields.map(field => ({ field, encode: createFieldEncoder(field, field.key === call.etag?.clock) }))
	const start = `{"code":${JSON.stringify(call.codeAsString ? String(call.success) : call.success)},"data":{`

	return value => {
		const encoded = encoders.flatMap(({ field, encode }) => {
			const inside = (value as Record<string, unknown>)[field.key]
			return inside === undefined ? [] : [{ name: field.name, ...encode(inside) }]
		})
		const body = `${start}${encoded.map(({ name, json }) => `${JSON.stringify(name)}:${json}`).join()}}}`
		if (encoded.some(({ hasSecret }) => hasSecret)) return { body, etag: undefined }
		return { body, etag: `W/"${hash('sha256', encoded.map(({ digest }) => digest).join('\n'), 'base64url')}"` }
	}
}

function createFieldEncoder({ codec }: ShapeField, isClock: boolean): (inside: unknown) => EncodedField {
	const known = new WeakMap<object, EncodedField>()
	return inside => {
		if (typeof inside !== 'object' || inside === null) {
			const json = toJson(codec, inside)
			return { json, digest: isClock ? dayOf(inside) : json, hasSecret: false }
		}
		const found = known.get(inside)
		if (found) return found
		const json = toJson(codec, inside)
		const encoded = { json, digest: hash('sha256', json), hasSecret: codec.hasSecret?.(inside) === true }
		known.set(inside, encoded)
		return encoded
	}
}

/** Parsed too, so that a row that was spread by mistake leaks nothing. */
const toJson = (codec: ShapeField['codec'], inside: unknown): string =>
	JSON.stringify(v.parse(codec.schema, codec.encode(inside)))

const dayOf = (wireTime: unknown): string => String(wireTime).slice(0, 'YYYY-MM-DD'.length)

/** With an `ETag` a browser may keep the answer, but not use it without asking; without one it is not stored. */
export function sendTagged(request: FastifyRequest, reply: FastifyReply, { body, etag }: TaggedAnswer) {
	if (etag === undefined) reply.header('cache-control', notStored)
	else {
		reply.headers({ 'cache-control': 'private, no-cache', etag })
		if (isTagged(request.headers['if-none-match'], etag)) return reply.code(304).send()
	}
	return reply.type('application/json; charset=utf-8').send(body)
}

const isTagged = (ifNoneMatch: string | undefined, etag: string): boolean =>
	ifNoneMatch?.split(',').some(tag => tag.trim() === etag) === true

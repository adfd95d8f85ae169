import { hash } from 'node:crypto'
import { type ArrayCodec, type Call, type Codec, methodOf, type ShapeCodec } from '@parley/api'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { notStored } from '../platform/http/headers.ts'

interface Encoded {
	json: string
	/** The same for equal values only; the digest of an object may be put into a header. */
	digest: string
	hasSecret: boolean
}
type Encode = (inside: unknown) => Encoded

export interface TaggedAnswer {
	body: string
	/** Missing if the answer contains a secret, which browsers must not store. */
	etag: string | undefined
}

/**
 * Encodes the answers of a call with an `ETag`. An object that is sent again, as cached ones are, is neither encoded
 * nor hashed again, even as part of another one; handlers therefore never modify what they returned.
 */
export function createAnswerEncoder(call: Call): (value: unknown) => TaggedAnswer {
	if (!isShape(call.output) || call.responseField !== 'data' || methodOf(call.route) !== 'GET')
		throw new Error(`${call.route} cannot have an ETag`)
	const fields = call.output.fields.map(field => {
		const encode = field.key === call.etag?.clock ? encodeClock(field.codec) : hashed(createEncoder(field))
		return { key: field.key, label: labelOf(field), encode }
	})
	const start = `{"code":${JSON.stringify(call.codeAsString ? String(call.success) : call.success)},"data":{`

	return value => {
		let json = ''
		let tag = ''
		let hasSecret = false
		for (const { key, label, encode } of fields) {
			const inside = (value as Record<string, unknown>)[key]
			const encoded = inside === undefined ? undefined : encode(inside)
			tag += `${tag && '.'}${encoded?.digest ?? ''}`
			if (!encoded) continue
			json += `${json && ','}${label}${encoded.json}`
			hasSecret ||= encoded.hasSecret
		}
		return { body: `${start}${json}}}`, etag: hasSecret ? undefined : `W/"${tag}"` }
	}
}

type Field = ShapeCodec['fields'][number]
const isShape = (codec: Codec): codec is ShapeCodec => 'fields' in codec
const isArray = (codec: Codec): codec is ArrayCodec => 'items' in codec
const labelOf = ({ name }: Field): string => `${JSON.stringify(name)}:`

function createEncoder({ codec, isSecret }: Pick<Field, 'codec' | 'isSecret'>): Encode {
	if (isShape(codec)) return rememberObjects(encodeShape(codec))
	if (isArray(codec)) return rememberObjects(encodeArray(codec))
	return inside => {
		const wire = codec.encode(inside)
		// Values without declared fields are parsed, so that a field added by mistake leaks nothing.
		const json = JSON.stringify(typeof wire === 'object' ? v.parse(codec.schema, wire) : wire)
		return { json, digest: json, hasSecret: isSecret }
	}
}

function rememberObjects(encode: (inside: object) => Encoded): Encode {
	const known = new WeakMap<object, Encoded>()
	return inside => {
		const found = known.get(inside as object)
		if (found) return found
		const encoded = encode(inside as object)
		known.set(inside as object, encoded)
		return encoded
	}
}

function encodeShape({ fields }: ShapeCodec) {
	const encoders = fields.map(field => ({ key: field.key, label: labelOf(field), encode: createEncoder(field) }))
	return (inside: object): Encoded => {
		let [json, digests, hasSecret] = ['', '', false]
		for (const { key, label, encode } of encoders) {
			const value = (inside as Record<string, unknown>)[key]
			if (value === undefined) continue
			const encoded = encode(value)
			json += `${json && ','}${label}${encoded.json}`
			digests += `${label}${encoded.digest},`
			hasSecret ||= encoded.hasSecret
		}
		return { json: `{${json}}`, digest: digestOf(digests), hasSecret }
	}
}

function encodeArray({ items }: ArrayCodec) {
	const encode = createEncoder({ codec: items, isSecret: false })
	return (inside: object): Encoded => {
		const encoded = (inside as unknown[]).map(encode)
		return {
			json: `[${encoded.map(({ json }) => json).join()}]`,
			digest: digestOf(encoded.map(({ digest }) => digest).join()),
			hasSecret: encoded.some(({ hasSecret }) => hasSecret),
		}
	}
}

const digestOf = (text: string): string => hash('sha256', text, 'base64url')

/** Only the day of the time matters. */
const encodeClock =
	({ encode }: Codec): Encode =>
	inside => ({
		json: JSON.stringify(encode(inside)),
		digest: String(inside).slice(0, 'YYYY-MM-DD'.length),
		hasSecret: false,
	})

/** Adds a digest that may be put into a header, whatever the value is. */
const hashed =
	(encode: Encode): Encode =>
	inside => {
		const encoded = encode(inside)
		return typeof inside === 'object' ? encoded : { ...encoded, digest: digestOf(encoded.digest) }
	}

/** With an `ETag` a browser may store the answer, but must revalidate it before use; without one it is not stored. */
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

import * as v from 'valibot'

/** Converts between a value on the wire (checked by `schema`) and the same value in code. */
export interface Codec<Inside = unknown, Wire = unknown> {
	/** Validates input and drops unknown fields. */
	readonly schema: v.GenericSchema<unknown, Wire>
	decode(wire: Wire): Inside
	encode(inside: Inside): Wire
}

/** The codec of an object, with its fields as they are encoded. */
export interface ShapeCodec<Inside = unknown, Wire = unknown> extends Codec<Inside, Wire> {
	readonly fields: readonly { key: string; name: string; codec: Codec; isSecret: boolean }[]
}

/** The codec of an array, with that of its items. */
export interface ArrayCodec<Inside = unknown, Wire = unknown> extends Codec<Inside[], Wire[]> {
	readonly items: Codec
}

type Source = v.GenericSchema | Codec
type DecodedOf<S> = S extends Codec<infer I, infer _W> ? I : S extends v.GenericSchema<infer _I, infer O> ? O : never
type WireOf<S> = S extends Codec<infer _I, infer W> ? W : S extends v.GenericSchema<infer _I, infer O> ? O : never

interface Field<N extends string = string, S extends Source = Source, O extends boolean = boolean> {
	name: N
	source: S
	optional: O
	isSecret?: true
}
type Fields = Record<string, Field>
type RequiredFields<F extends Fields> = {
	[K in keyof F as F[K]['optional'] extends true ? never : K]: DecodedOf<F[K]['source']>
}
type OptionalFields<F extends Fields> = {
	[K in keyof F as F[K]['optional'] extends true ? K : never]?: DecodedOf<F[K]['source']>
}
type Simplify<T> = { [K in keyof T]: T[K] } & {}
type WireFields<F extends Fields> = { [K in keyof F as F[K]['name']]?: WireOf<F[K]['source']> | null }

const isCodec = (source: Source): source is Codec => 'encode' in source
const codecOf = (source: Source): Codec =>
	isCodec(source) ? source : { schema: source, decode: wire => wire, encode: inside => inside }

/** A required field and its wire name. */
export const field = <const N extends string, S extends Source>(name: N, source: S): Field<N, S, false> => ({
	name,
	source,
	optional: false,
})

/** A field that may be missing or null on the wire. */
export const optional = <const N extends string, S extends Source>(name: N, source: S): Field<N, S, true> => ({
	name,
	source,
	optional: true,
})

/** An optional field that caches must not store, such as a password. */
export const secret = <const N extends string, S extends Source>(name: N, source: S): Field<N, S, true> => ({
	...optional(name, source),
	isSecret: true,
})

/** A codec of an object: fields have their wire names on the wire and the keys of `fields` in code. */
export function shape<F extends Fields>(
	fields: F,
): ShapeCodec<Simplify<RequiredFields<F> & OptionalFields<F>>, WireFields<F>> {
	const parts = Object.entries(fields).map(([key, { name, source, optional, isSecret = false }]) => {
		return { key, name, optional, isSecret, codec: codecOf(source) }
	})
	const entries = parts.map(({ name, optional, codec }) => [name, optional ? v.nullish(codec.schema) : codec.schema])

	return {
		fields: parts,
		schema: v.object(Object.fromEntries(entries)) as unknown as v.GenericSchema<unknown, WireFields<F>>,
		decode(wire) {
			const inside: Record<string, unknown> = {}
			for (const { key, name, codec } of parts) {
				const value = (wire as Record<string, unknown>)[name]
				if (value !== undefined && value !== null) inside[key] = codec.decode(value)
			}
			return inside as Simplify<RequiredFields<F> & OptionalFields<F>>
		},
		encode(inside) {
			const wire: Record<string, unknown> = {}
			for (const { key, name, codec } of parts) {
				const value = (inside as Record<string, unknown>)[key]
				if (value !== undefined) wire[name] = codec.encode(value)
			}
			return wire as WireFields<F>
		},
	}
}

export function array<S extends Source>(source: S): ArrayCodec<DecodedOf<S>, WireOf<S>> {
	const codec = codecOf(source)
	return {
		items: codec,
		schema: v.array(codec.schema) as v.GenericSchema<unknown, WireOf<S>[]>,
		decode: wire => wire.map(item => codec.decode(item) as DecodedOf<S>),
		encode: inside => inside.map(item => codec.encode(item) as WireOf<S>),
	}
}

/** A boolean: encoded as 0 or 1, decoded from booleans, numbers and their texts (OP-015). */
export const flag: Codec<boolean, unknown> = {
	schema: v.union([v.boolean(), v.number(), v.picklist(['0', '1', 'true', 'false'])]),
	decode: wire => wire === true || wire === 'true' || Number(wire) > 0,
	encode: inside => (inside ? 1 : 0),
}

/** An integer, decoded from a number or its digits, as in queries. */
export const integer: Codec<number, unknown> = {
	schema: v.union([v.pipe(v.number(), v.safeInteger()), v.pipe(v.string(), v.regex(/^-?\d{1,15}$/))]),
	decode: Number,
	encode: inside => inside,
}

/** A value with the same form on the wire and in code. */
export const sameOnWire = <O>(wire: v.GenericSchema<unknown, O>): Codec<O, O> => ({
	schema: wire,
	decode: value => value,
	encode: inside => inside,
})

/** Text of at most `max` characters. */
export const text = (max: number) => v.pipe(v.string(), v.maxLength(max))

/** An object encoded as JSON text of at most `max` characters; decoded from the text or from the object itself. */
export function jsonText<I, W>(codec: Codec<I, W>, max: number): Codec<I, unknown> {
	const parsed = (wire: unknown): unknown => (typeof wire === 'string' ? parseJson(wire) : wire)
	return {
		schema: v.pipe(
			v.union([text(max), v.record(v.string(), v.unknown())]),
			v.check(wire => v.is(codec.schema, parsed(wire))),
		),
		decode: wire => codec.decode(v.parse(codec.schema, parsed(wire))),
		encode: inside => JSON.stringify(codec.encode(inside)),
	}
}

function parseJson(written: string): unknown {
	try {
		return JSON.parse(written)
	} catch {
		return undefined
	}
}

/** An object without fields. */
export const empty = shape({})

import { blankRecord } from './blankRecord.ts'
import type { EncryptedField, FieldCipher } from './fieldCipher.ts'

/**
 * Describes how one field is stored in one column. A table of columns gives a store its row type and both mappings, so
 * that a field is declared once.
 */
export interface Column<Name extends string = string, Value = unknown, Stored = unknown> {
	readonly name: Name
	/** A method, so that a table can hold columns of all types. */
	encode(value: Value, cipher: FieldCipher): Stored
	decode(stored: Stored, cipher: FieldCipher): Value
}

const unchanged = <Value>() =>
	({ encode: (value: Value): Value => value, decode: (stored: Value): Value => stored }) as const

export const textColumn = <N extends string>(name: N): Column<N, string, string> => ({ name, ...unchanged() })

export const nullableTextColumn = <N extends string>(name: N): Column<N, string | null, string | null> => ({
	name,
	...unchanged(),
})

export const numberColumn = <N extends string>(name: N): Column<N, number, number> => ({ name, ...unchanged() })

export const nullableNumberColumn = <N extends string>(name: N): Column<N, number | null, number | null> => ({
	name,
	...unchanged(),
})

/** A text stored encrypted. */
export const encryptedColumn = <N extends string>(name: N, field: EncryptedField): Column<N, string, string> => ({
	name,
	encode: (value, cipher) => cipher.encrypt(field, value),
	decode: (stored, cipher) => cipher.decrypt(field, stored),
})

export const nullableEncryptedColumn = <N extends string>(
	name: N,
	field: EncryptedField,
): Column<N, string | null, string | null> => ({
	name,
	encode: (value, cipher) => (value === null ? null : cipher.encrypt(field, value)),
	decode: (stored, cipher) => (stored === null ? null : cipher.decrypt(field, stored)),
})

/** A boolean stored as 0 or 1, which both databases support. */
export const flagColumn = <N extends string>(name: N): Column<N, boolean, number> => ({
	name,
	encode: value => (value ? 1 : 0),
	decode: stored => stored === 1,
})

/** A value of a narrower type, such as an id. It was checked before it was stored and is not checked on every read. */
export const typedColumn =
	<Value extends string | number>() =>
	<N extends string>(name: N): Column<N, Value, Value> => ({ name, ...unchanged<Value>() })

export const nullableTypedColumn =
	<Value extends string | number>() =>
	<N extends string>(name: N): Column<N, Value | null, Value | null> => ({ name, ...unchanged<Value | null>() })

type Columns = Record<string, Column>

/** The values of a table of columns, by field. */
export type ValuesOf<C extends Columns> = { [K in keyof C]: ReturnType<C[K]['decode']> }

/** The row of a table of columns, by column name. */
export type RowOf<C extends Columns> = {
	[K in keyof C as C[K]['name']]: ReturnType<C[K]['encode']>
}

/** Maps between values and rows of a table of columns; fields unknown to the table are left out. */
export function rowMapping<C extends Columns>(columns: C, cipher: FieldCipher) {
	const entries = Object.entries(columns)
	const blank = blankRecord(Object.keys(columns))
	return {
		toRow: (values: ValuesOf<C>): RowOf<C> =>
			Object.fromEntries(
				entries.map(([field, column]) => [column.name, column.encode(values[field], cipher)]),
			) as RowOf<C>,
		fromRow(row: RowOf<C>): ValuesOf<C> {
			const values = { ...blank }
			for (const [field, column] of entries)
				values[field] = column.decode((row as Record<string, unknown>)[column.name], cipher)
			return values as ValuesOf<C>
		},
	}
}

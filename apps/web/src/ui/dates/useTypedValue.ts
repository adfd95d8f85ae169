import { type ChangeEvent, type KeyboardEvent, useRef, useState } from 'react'

export interface TypedValueOptions<T> {
	initial: T
	format(value: T): string
	/** The value, or the reason it is missing. */
	parse(text: string): { value: T } | { error: string }
	/** The enter key. */
	onEnter(): void
}

/**
 * A value that is turned or clicked and can be typed as well. What is typed counts at once; what is wrong is said when
 * the field is left, and by `check`.
 */
export function useTypedValue<T>({ initial, format, parse, onEnter }: TypedValueOptions<T>) {
	const input = useRef<HTMLInputElement>(null)
	const [value, setValue] = useState(initial)
	const [text, setText] = useState<string>()
	const [error, setError] = useState<string>()

	function choose(next: T) {
		setValue(next)
		setText(undefined)
		setError(undefined)
	}

	function type({ target }: ChangeEvent<HTMLInputElement>) {
		setText(target.value)
		setError(undefined)
		const parsed = parse(target.value)
		if ('value' in parsed) setValue(parsed.value)
	}

	/** Returns whether the typed text is a value; shows the error if it isn't. */
	function settle(): boolean {
		if (text === undefined) return true
		const parsed = parse(text)
		if ('error' in parsed) {
			setError(parsed.error)
			return false
		}
		choose(parsed.value)
		return true
	}

	function check(): boolean {
		const isRight = settle()
		if (!isRight) input.current?.focus()
		return isRight
	}

	return {
		value,
		choose,
		/** Like `settle`, and moves the focus to an invalid field. */
		check,
		field: {
			ref: input,
			value: text ?? format(value),
			error,
			onChange: type,
			onBlur: () => void settle(),
			onFocus: () => input.current?.select(),
			onKeyDown: (event: KeyboardEvent) => {
				if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
				event.preventDefault()
				onEnter()
			},
		},
	}
}

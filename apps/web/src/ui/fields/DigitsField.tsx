import { clsx } from 'clsx'
import { type ChangeEvent, type ClipboardEvent, type CompositionEvent, useLayoutEffect, useRef, useState } from 'react'
import { useMergeRefs } from 'react-merge-refs'
import styles from './DigitsField.module.css'
import { TextField, type TextFieldProps } from './TextField.tsx'

export interface DigitsFieldProps
	extends Omit<TextFieldProps, 'value' | 'defaultValue' | 'onChange' | 'type' | 'counter'> {
	/** Digits alone, without spaces. */
	value: string
	onValueChange: (digits: string) => void
	groups?: readonly number[]
	maxDigits?: number
}

/** Digits shown in groups while they are typed; the caret stays where the person put it. */
export function DigitsField({
	value,
	onValueChange,
	groups = defaultGroups,
	maxDigits = groups.reduce((sum, size) => sum + size, 0),
	className,
	ref,
	...rest
}: DigitsFieldProps) {
	const input = useRef<HTMLInputElement>(null)
	const merged = useMergeRefs([input, ref])
	const caret = useRef<number | null>(null)
	// While an input method is composing, its own text must not be rewritten under it.
	const [composing, setComposing] = useState<string | null>(null)
	const [, rerender] = useState(0)

	useLayoutEffect(() => {
		if (caret.current !== null) input.current?.setSelectionRange(caret.current, caret.current)
		caret.current = null
	})

	function take(element: HTMLInputElement, ahead: boolean) {
		const next = editGroupedDigits(value, element.value, element.selectionStart ?? element.value.length, {
			groups,
			max: maxDigits,
			ahead,
		})
		caret.current = next.caret
		setComposing(null)
		rerender(count => count + 1)
		if (next.digits !== value) onValueChange(next.digits)
	}

	function changed(event: ChangeEvent<HTMLInputElement>) {
		const native = event.nativeEvent as InputEvent
		if (native.isComposing) return setComposing(event.target.value)
		take(event.target, native.inputType === 'deleteContentForward')
	}

	/** `maxLength` would cut a pasted text before anybody has looked for the digits in it. */
	function pasted(event: ClipboardEvent<HTMLInputElement>) {
		const element = event.currentTarget
		const digits = extractDigits(event.clipboardData.getData('text'))
		if (element.readOnly || digits === '') return
		event.preventDefault()
		element.setRangeText(digits, element.selectionStart ?? 0, element.selectionEnd ?? 0, 'end')
		take(element, false)
	}

	function composed(event: CompositionEvent<HTMLInputElement>) {
		take(event.currentTarget, false)
	}

	return (
		<TextField
			inputMode="numeric"
			autoComplete="off"
			{...rest}
			ref={merged}
			className={clsx(styles.field, className)}
			value={composing ?? groupDigits(value, groups)}
			onChange={changed}
			onPaste={pasted}
			onCompositionEnd={composed}
		/>
	)
}

/** The content of a field of grouped digits, and its caret position. */
export interface Digits {
	digits: string
	text: string
	caret: number
}

export const defaultGroups: readonly number[] = [3, 3, 3]

/** `842391556` as `842 391 556`; what runs over the groups follows after one more space. */
export function groupDigits(digits: string, groups: readonly number[] = defaultGroups): string {
	const parts: string[] = []
	let from = 0
	for (const size of groups) {
		parts.push(digits.slice(from, from + size))
		from += size
	}
	parts.push(digits.slice(from))
	return parts.filter(Boolean).join(' ')
}

/** The digits in anything typed or pasted, full-width ones included. */
export function extractDigits(text: string): string {
	return text.normalize('NFKC').replace(/\D/g, '')
}

function caretAfter(text: string, count: number): number {
	let seen = 0
	for (let at = 0; at < text.length; at++) {
		if (seen === count) return at
		if (text[at] !== ' ') seen++
	}
	return text.length
}

/**
 * Returns the state of the field after the browser has changed its text to `raw`.
 * Deleting a space deletes the digit behind it, otherwise the caret would be stuck at the space.
 */
export function editGroupedDigits(
	before: string,
	raw: string,
	caret: number,
	{
		groups = defaultGroups,
		max = Number.POSITIVE_INFINITY,
		ahead = false,
	}: { groups?: readonly number[]; max?: number; ahead?: boolean } = {},
): Digits {
	let digits = extractDigits(raw)
	let left = extractDigits(raw.slice(0, caret)).length

	// One space: the same number pasted or filled in again without any has lost more.
	const onlySpaceGone = digits === before && raw.length === groupDigits(before, groups).length - 1
	if (onlySpaceGone && ahead) digits = digits.slice(0, left) + digits.slice(left + 1)
	if (onlySpaceGone && !ahead && left > 0) {
		left--
		digits = digits.slice(0, left) + digits.slice(left + 1)
	}

	digits = digits.slice(0, max)
	const text = groupDigits(digits, groups)
	return { digits, text, caret: caretAfter(text, Math.min(left, digits.length)) }
}

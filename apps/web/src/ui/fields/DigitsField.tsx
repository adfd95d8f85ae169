import { clsx } from 'clsx'
import { type ChangeEvent, type ClipboardEvent, type CompositionEvent, useLayoutEffect, useRef, useState } from 'react'
import { useMergeRefs } from 'react-merge-refs'
import styles from './DigitsField.module.css'
import { defaultGroups, editGroupedDigits, extractDigits, groupDigits } from './digits.ts'
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

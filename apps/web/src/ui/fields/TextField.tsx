import { truncate } from '@parley/core'
import { clsx } from 'clsx'
import { X } from 'lucide-react'
import {
	type ComponentProps,
	type FormEvent,
	type ReactNode,
	type SyntheticEvent,
	useId,
	useLayoutEffect,
	useRef,
	useState,
} from 'react'
import { useMergeRefs } from 'react-merge-refs'
import { IconButton } from '../actions/IconButton.tsx'
import styles from './Field.module.css'
import { describedBy, Field, type FieldTexts } from './Field.tsx'
import { filterInput } from './filterInput.ts'

export interface TextFieldProps
	extends FieldTexts,
		Omit<ComponentProps<'input'>, 'prefix' | 'children' | 'aria-invalid' | 'aria-describedby'> {
	prefix?: ReactNode
	suffix?: ReactNode
	/** Names the button that clears the field; without it, none is shown. */
	clearLabel?: string | undefined
	/** Characters it takes, in code points: `maxLength` counts units of UTF-16, and would cut 𠮷 in half. */
	maxCharacters?: number | undefined
	/** Shows how much is written, as `12/50`; needs `maxCharacters`. */
	counter?: boolean | undefined
	/** Refuses paste, copy, cut and drop. */
	clipboard?: 'allowed' | 'refused'
	labelHidden?: boolean | undefined
	flat?: boolean | undefined
}

/** Clears the field as a person would, so that input listeners are notified. */
function empty(input: HTMLInputElement) {
	Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, '')
	input.dispatchEvent(new Event('input', { bubbles: true }))
	input.focus()
}

/** A line of text. Works controlled (`value`) and uncontrolled (`defaultValue`, or a form library's ref). */
export function TextField({
	label,
	error,
	hint,
	prefix,
	suffix,
	clearLabel,
	counter,
	maxCharacters,
	clipboard = 'allowed',
	labelHidden,
	flat,
	className,
	id: givenId,
	ref,
	onInput,
	onCompositionEnd,
	placeholder,
	...rest
}: TextFieldProps) {
	const ownId = useId()
	const id = givenId ?? ownId
	const input = useRef<HTMLInputElement>(null)
	const merged = useMergeRefs([input, ref])
	const [length, setLength] = useState(0)

	const limit = filterInput(text => truncate(text, maxCharacters ?? text.length))

	// A form library may write into the input without telling React, so the length is read, not derived.
	useLayoutEffect(() => setLength([...(input.current?.value ?? '')].length))

	function typed(event: FormEvent<HTMLInputElement>) {
		// Characters the field does not allow do not count.
		onInput?.(event as never)
		if (maxCharacters !== undefined) limit.onInput(event)
		setLength([...event.currentTarget.value].length)
	}

	return (
		<Field
			id={id}
			label={label}
			error={error}
			hint={hint}
			labelHidden={labelHidden}
			flat={flat}
			disabled={rest.disabled || rest.readOnly}
			className={className}
			count={counter && maxCharacters !== undefined ? `${length}/${maxCharacters}` : undefined}
		>
			{prefix && <span className={styles.prefix}>{prefix}</span>}
			<input
				{...rest}
				{...(clipboard === 'refused' && clipboardRefused)}
				{...describedBy(id, { error, hint })}
				id={id}
				ref={merged}
				className={styles.input}
				// An empty placeholder would never count as shown, and the clear button goes by that.
				placeholder={placeholder || ' '}
				onInput={typed}
				onCompositionEnd={onCompositionEnd ?? (maxCharacters === undefined ? undefined : limit.onCompositionEnd)}
			/>
			{(clearLabel || suffix) && (
				<span className={styles.suffix}>
					{clearLabel && (
						<IconButton
							className={styles.clear}
							label={clearLabel}
							icon={<X />}
							onClick={() => input.current && empty(input.current)}
						/>
					)}
					{suffix}
				</span>
			)}
		</Field>
	)
}

const refuse = (event: SyntheticEvent) => event.preventDefault()

/** Handlers for a field whose content may neither be pasted in nor copied out (LOGIN-15, CREATE-21). */
export const clipboardRefused = {
	onCopy: refuse,
	onCut: refuse,
	onPaste: refuse,
	onDrop: refuse,
	onDragStart: refuse,
}

export interface TextAreaProps
	extends FieldTexts,
		Omit<ComponentProps<'textarea'>, 'children' | 'maxLength' | 'aria-invalid' | 'aria-describedby'> {
	/** Typed and allowed length, in code points. */
	count?: { length: number; max: number } | undefined
	/** Begins with one line, and grows with its text. */
	grows?: boolean | undefined
}

/** Some lines of text. */
export function TextArea({ label, error, hint, count, grows, className, id: givenId, ...rest }: TextAreaProps) {
	const ownId = useId()
	const id = givenId ?? ownId
	const area = useRef<HTMLTextAreaElement>(null)

	// Not every engine sizes a field by its content.
	useLayoutEffect(() => {
		if (!grows || !area.current) return
		area.current.style.height = 'auto'
		area.current.style.height = `${area.current.scrollHeight}px`
	})

	return (
		<Field
			id={id}
			label={label}
			error={error}
			hint={hint}
			disabled={rest.disabled}
			className={className}
			count={count && `${count.length}/${count.max}`}
		>
			<textarea
				ref={area}
				rows={grows ? 1 : 6}
				{...rest}
				{...describedBy(id, { error, hint })}
				id={id}
				className={clsx(styles.area, grows && styles.growing)}
			/>
		</Field>
	)
}

import { truncate } from '@parley/core'
import { clsx } from 'clsx'
import { CircleX, Search } from 'lucide-react'
import { type FormEvent, useId, useRef } from 'react'
import { Button } from '../actions/Button.tsx'
import { IconButton } from '../actions/IconButton.tsx'
import styles from './SearchField.module.css'

export interface SearchFieldProps {
	label: string
	clearLabel: string
	/** A button beside the field that closes the search. */
	cancel?: { label: string; onCancel: () => void } | undefined
	placeholder?: string
	value: string
	onValueChange: (value: string) => void
	/** Filters text while it is typed; text still being composed by an input method is left alone. */
	keep?: (typed: string) => string
	/** The search key of the keyboard. */
	onSearch?: ((value: string) => void) | undefined
	/** Characters it takes, in code points. */
	maxCharacters?: number
	autoFocus?: boolean
	className?: string
}

export function SearchField({
	label,
	clearLabel,
	cancel,
	placeholder,
	value,
	onValueChange,
	keep: keepOf = typed => typed,
	onSearch,
	maxCharacters = Number.POSITIVE_INFINITY,
	autoFocus,
	className,
}: SearchFieldProps) {
	const keep = (typed: string) => truncate(keepOf(typed), maxCharacters)
	const id = useId()
	const input = useRef<HTMLInputElement>(null)

	function submit(event: FormEvent) {
		event.preventDefault()
		input.current?.blur()
		onSearch?.(keep(value))
	}

	function clear() {
		onValueChange('')
		input.current?.focus()
	}

	return (
		<search>
			<form className={clsx(styles.form, className)} onSubmit={submit}>
				<div className={styles.box}>
					<Search />
					<input
						ref={input}
						id={id}
						type="search"
						enterKeyHint="search"
						autoComplete="off"
						className={styles.input}
						aria-label={label}
						placeholder={placeholder ?? label}
						value={value}
						// biome-ignore lint/a11y/noAutofocus: a search that was just opened by a tap
						autoFocus={autoFocus}
						onChange={({ target, nativeEvent }) =>
							onValueChange((nativeEvent as InputEvent).isComposing ? target.value : keep(target.value))
						}
						onCompositionEnd={event => onValueChange(keep(event.currentTarget.value))}
					/>
					<IconButton className={styles.clear} label={clearLabel} icon={<CircleX />} onClick={clear} />
				</div>
				{cancel && (
					<Button kind="quiet" onClick={cancel.onCancel}>
						{cancel.label}
					</Button>
				)}
			</form>
		</search>
	)
}

import { clsx } from 'clsx'
import { Check, Copy } from 'lucide-react'
import { type CopyHandlers, useCopy } from '../actions/CopyButton.tsx'
import { defaultGroups, groupDigits } from '../fields/DigitsField.tsx'
import styles from './DigitsText.module.css'

export interface DigitsTextProps {
	digits: string
	groups?: readonly number[]
	/** With it the digits are a button that copies them, without the spaces. */
	copy?: (CopyHandlers & { label: string }) | undefined
	className?: string
}

/** Digits in groups, 3-3-3 unless told otherwise. */
export function DigitsText({ digits, groups = defaultGroups, copy, className }: DigitsTextProps) {
	const { ticked, copy: press } = useCopy(digits, copy)
	const text = groupDigits(digits, groups)
	if (!copy) return <span className={clsx(styles.digits, className)}>{text}</span>
	return (
		<button
			type="button"
			className={clsx(styles.digits, styles.button, className)}
			aria-label={`${text} ${copy.label}`}
			onClick={press}
		>
			{text}
			{ticked ? <Check /> : <Copy />}
		</button>
	)
}

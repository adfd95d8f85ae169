import { useId } from 'react'
import styles from './Segmented.module.css'

export interface SegmentedProps<T extends string> {
	label: string
	options: readonly { value: T; text: string }[]
	value: T
	onValueChange: (value: T) => void
}

/** A choice of one of a few visible options. */
export function Segmented<T extends string>({ label, options, value, onValueChange }: SegmentedProps<T>) {
	const name = useId()
	return (
		<div role="radiogroup" aria-label={label} className={styles.group}>
			{options.map(option => (
				<label key={option.value} className={styles.option}>
					<input
						type="radio"
						name={name}
						checked={option.value === value}
						onChange={() => onValueChange(option.value)}
					/>
					<span>{option.text}</span>
				</label>
			))}
		</div>
	)
}

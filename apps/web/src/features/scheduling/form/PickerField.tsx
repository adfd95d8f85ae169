import { ListRow, type ListRowProps } from '../../../ui/index.ts'
import styles from './DraftForm.module.css'

export interface PickerFieldProps extends ListRowProps {
	error: string | undefined
	/** Gets what can take the focus: the row as a button. */
	ref(field: { focus(): void } | null): void
}

/** A field whose value is chosen in a sheet or on a screen of its own, with its error below it. */
export function PickerField({ error, ref, ...row }: PickerFieldProps) {
	return (
		<div ref={element => ref(element && { focus: () => element.querySelector('button')?.focus() })}>
			<ListRow {...row} />
			<p role="alert" className={styles.error}>
				{error}
			</p>
		</div>
	)
}

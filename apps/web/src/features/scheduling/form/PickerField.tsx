import { ListRow, type ListRowProps } from '../../../ui/index.ts'
import styles from './DraftForm.module.css'

export interface DraftRowProps extends ListRowProps {
	error: string | undefined
}

/** A field that is chosen elsewhere; what is wrong with it stands below it, and it can be found by that. */
export function PickerField({ error, ...row }: DraftRowProps) {
	return (
		<div data-wrong={error !== undefined || undefined}>
			<ListRow {...row} />
			<p role="alert" className={styles.error}>
				{error}
			</p>
		</div>
	)
}

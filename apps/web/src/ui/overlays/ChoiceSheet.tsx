import { Check } from 'lucide-react'
import styles from './ChoiceSheet.module.css'
import { Sheet } from './Sheet.tsx'

export interface Choice<T extends string> {
	value: T
	text: string
	/** The language the text is in, where it is not the page's. */
	lang?: string
	note?: string
	/** Scale of the text there, relative to its drawn size. */
	scale?: string
}

export interface ChoiceSheetProps<T extends string> {
	open: boolean
	onOpenChange(open: boolean): void
	title: string
	closeLabel: string
	choices: readonly Choice<T>[]
	chosen: T | undefined
	onChoose(value: T): void
}

/** One of a few, chosen with a tap that closes the sheet. */
export function ChoiceSheet<T extends string>({ choices, chosen, onChoose, ...sheet }: ChoiceSheetProps<T>) {
	function choose(value: T) {
		sheet.onOpenChange(false)
		if (value !== chosen) onChoose(value)
	}
	return (
		<Sheet {...sheet}>
			<ul className={styles.list}>
				{choices.map(({ value, text, lang, note, scale }) => (
					<li key={value}>
						<button
							type="button"
							className={styles.choice}
							aria-current={value === chosen ? 'true' : undefined}
							onClick={() => choose(value)}
						>
							<span className={styles.words}>
								<span lang={lang} style={scale ? { fontSize: `calc(17 * ${scale} * var(--u))` } : undefined}>
									{text}
								</span>
								{note && <span className={styles.note}>{note}</span>}
							</span>
							{value === chosen && <Check className={styles.check} />}
						</button>
					</li>
				))}
			</ul>
		</Sheet>
	)
}

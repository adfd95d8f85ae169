import { localeTags } from '@parley/core'
import type { PersonView } from './person.ts'
import { locale, texts } from './texts.ts'

const time = new Intl.DateTimeFormat(localeTags[locale], { timeStyle: 'medium' })

/** The figures of `im.stats()` by their names, as they are in the documentation of the SDK. */
export function StatisticsView({ view }: { view: PersonView }) {
	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
		<section className="scroll" tabIndex={0}>
			<p className="quiet">{texts.figuresNote}</p>
			<dl className="figures">
				{Object.entries(view.stats).map(([name, count]) => (
					<div key={name}>
						<dt>{name}</dt>
						<dd data-stat={name}>{count}</dd>
					</div>
				))}
			</dl>
			<h2>{texts.history}</h2>
			<ol className="journal">
				{view.journal.map(({ id, at, text }) => (
					<li key={id}>
						<time>{time.format(at)}</time> <code>{text}</code>
					</li>
				))}
			</ol>
		</section>
	)
}

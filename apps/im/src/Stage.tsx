import { useState } from 'react'
import type { Demo } from './demo.ts'
import { switchLanguage, texts } from './texts.ts'

/** Each person has a frame of their own, so that a reload is one, and neither reaches the other but through the server. */
export function Stage({ demo }: { demo: Demo }) {
	const [shown, setShown] = useState(0)
	return (
		<div className="stage">
			<header>
				<div className="masthead">
					<h1>
						<img src={`${import.meta.env.BASE_URL}mark.svg`} alt="" width="28" height="28" />
						{texts.title}
					</h1>
					<button type="button" className="text" onClick={switchLanguage}>
						{texts.otherLanguage}
					</button>
				</div>
				<fieldset className="choice people">
					<legend className="unseen">{texts.people}</legend>
					{demo.people.map(({ name, displayName }, index) => (
						<label key={name}>
							<input type="radio" name="person" checked={shown === index} onChange={() => setShown(index)} />
							<span>{displayName}</span>
						</label>
					))}
				</fieldset>
			</header>
			<main className="panes">
				{demo.people.map(({ name, displayName }, index) => (
					<iframe
						key={name}
						title={texts.pane(displayName)}
						src={frameOf(name)}
						className={shown === index ? 'pane' : 'pane waiting'}
					/>
				))}
			</main>
		</div>
	)
}

/** The group of a QR code goes along: either person may follow it. */
function frameOf(name: string): string {
	const query = new URLSearchParams(location.search)
	query.set('as', name)
	return `${import.meta.env.BASE_URL}?${query}`
}

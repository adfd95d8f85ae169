import { useEffect, useRef, useState } from 'react'
import { addressOf } from './address.ts'
import type { Demo } from './demo.ts'
import { isPaneReport } from './panes.ts'
import { switchLanguage, texts } from './texts.ts'

/** Each person has a frame of their own, so that a reload is one, and neither reaches the other but through the server. */
export function Stage({ demo }: { demo: Demo }) {
	const { shown, choose, panes, frames } = usePanes(demo)
	return (
		<div className="stage">
			<header className="masthead">
				<h1>
					<img src={`${import.meta.env.BASE_URL}mark.svg`} alt="" width="28" height="28" />
					<span>{texts.title}</span>
				</h1>
				<fieldset className="choice people">
					<legend className="unseen">{texts.people}</legend>
					{panes.map(({ name, hasNew }, index) => (
						<label key={demo.people[index]?.name}>
							<input type="radio" name="person" checked={shown === index} onChange={() => choose(index)} />
							<span>
								{name}
								{hasNew && (
									<>
										<i className="dot" />
										<span className="unseen">{texts.hasNew}</span>
									</>
								)}
							</span>
						</label>
					))}
				</fieldset>
				<button type="button" className="text" onClick={switchLanguage}>
					{texts.otherLanguage}
				</button>
			</header>
			<main className="panes">
				{demo.people.map(({ name, displayName }, index) => (
					<iframe
						key={name}
						ref={frame => {
							frames.current[index] = frame
						}}
						title={texts.pane(displayName)}
						src={addressOf(name)}
						className={shown === index ? 'pane' : 'pane waiting'}
					/>
				))}
			</main>
		</div>
	)
}

/** The person in each pane, who may have become a guest, and whether the hidden pane has new messages. */
function usePanes(demo: Demo) {
	const [shown, setShown] = useState(0)
	const [panes, setPanes] = useState(
		demo.people.map(({ displayName }) => ({ name: displayName, received: 0, seen: 0 })),
	)
	const frames = useRef<(HTMLIFrameElement | null)[]>([])
	useEffect(() => {
		function take({ origin, source, data }: MessageEvent) {
			if (origin !== location.origin || !isPaneReport(data)) return
			const { name, received } = data
			setPanes(before =>
				before.map((pane, index) => {
					if (frames.current[index]?.contentWindow !== source) return pane
					// After a reload the count restarts.
					return { name, received, seen: Math.min(pane.seen, received) }
				}),
			)
		}
		window.addEventListener('message', take)
		return () => window.removeEventListener('message', take)
	}, [])
	return {
		shown,
		frames,
		choose(index: number) {
			// Messages of the pane being left were visible.
			setPanes(before =>
				before.map((pane, at) => (at === shown || at === index ? { ...pane, seen: pane.received } : pane)),
			)
			setShown(index)
		},
		panes: panes.map(({ name, received, seen }, index) => ({ name, hasNew: index !== shown && received > seen })),
	}
}

import type { ReactNode } from 'react'

/** The ground all drawings of one set stand on: a soft hill under a horizon. Two colours, line and light. */
export function Drawing({ children }: { children: ReactNode }) {
	return (
		<svg viewBox="0 0 200 150" fill="none" aria-hidden>
			<path
				fill="var(--draw-soft)"
				d="M22 118c-8-20 2-33 14-45 14-14 15-38 44-46 27-8 47 8 66 16 22 9 41 19 39 47-1 11-5 20-9 28z"
			/>
			<g stroke="var(--draw)" strokeWidth="2.5" strokeLinecap="round" strokeLinejoin="round">
				<path d="M10 118h58M82 118h98M190 118h0" />
				{children}
			</g>
		</svg>
	)
}

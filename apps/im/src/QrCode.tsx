import { generate } from 'lean-qr'
import { toSvgPath } from 'lean-qr/extras/svg'
import { useMemo } from 'react'

/** The quiet zone, in modules. Dark on light in every theme: many scanners read no other. */
const quietZone = 4

export function QrCode({ text, label }: { text: string; label: string }) {
	const { path, size } = useMemo(() => {
		const code = generate(text)
		return { path: toSvgPath(code), size: code.size }
	}, [text])
	const box = size + 2 * quietZone
	return (
		<svg
			className="qr"
			viewBox={`${-quietZone} ${-quietZone} ${box} ${box}`}
			role="img"
			aria-label={label}
			shapeRendering="crispEdges"
		>
			<path d={path} />
		</svg>
	)
}

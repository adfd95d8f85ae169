import * as v from 'valibot'
import { call } from './call.ts'
import { challengeRefusals } from './challengeFields.ts'
import { empty, field, flag, integer, optional, shape, text } from './codec.ts'

/**
 * Our own puzzle: a picture with a hole and the piece that fits. Lengths are pixels of the picture. `salt` and the bits
 * are for people who cannot drag: see {@link challenge.solve}.
 */
export const Puzzle = shape({
	id: field('id', text(100)),
	/** `data:` URLs of the two images. */
	picture: field('picture', v.string()),
	piece: field('piece', v.string()),
	width: field('width', integer),
	height: field('height', integer),
	pieceWidth: field('pieceWidth', integer),
	salt: field('salt', text(100)),
	/** Leading zero bits of the proof of work that accompanies a position chosen by keyboard. */
	keyBits: field('keyBits', integer),
	/** Leading zero bits of a proof of work without a position. */
	blindBits: field('blindBits', integer),
})
export type Puzzle = ReturnType<typeof Puzzle.decode>

export const challenge = {
	isOpen: call({
		route: 'GET /auth/isCaptchaOpen',
		summary: 'Whether signing in, sending codes and binding ask this caller for the slider challenge.',
		who: 'anyone',
		responseField: 'flat',
		input: empty,
		output: shape({ isOpen: field('isOpen', flag) }),
		refusals: {},
	}),
	issue: call({
		route: 'GET /auth/getGtCaptcha',
		summary: 'A new challenge. `puzzle` comes where the site uses its own; a vendor needs `appkey` and `scene` only.',
		who: 'anyone',
		responseField: 'dataResult',
		rateLimit: { times: 30, perS: 60, crowd: 0.1 },
		/** Created by the page, once per view (OP-024). */
		input: shape({ sessionId: field('sessionId', v.pipe(text(100), v.minLength(8))) }),
		output: shape({
			appKey: field('appkey', v.string()),
			scene: field('scene', v.string()),
			puzzle: optional('puzzle', Puzzle),
		}),
		refusals: {},
	}),
	solve: call({
		route: 'POST /auth/solveCaptcha',
		summary: 'Judges an answer to a puzzle of our own, once; the pass goes along as `captcha` of the call it is for.',
		who: 'anyone',
		urlFlags: ['unauth', 'noErrorTip'],
		rateLimit: { times: 30, perS: 60, crowd: 0.1 },
		input: shape({
			id: field('id', text(100)),
			sessionId: field('sessionId', text(100)),
			/** Left edge of the piece in pixels of the picture. */
			left: optional('left', integer),
			/** Points of the drag as `ms,x,y` since its start, joined by `;`. */
			trail: optional('trail', text(8000)),
			/** Proof of work for people who cannot drag: SHA-256 of salt and proof starts with the required zero bits. */
			proof: optional('proof', text(100)),
		}),
		output: shape({ captcha: field('captcha', v.string()) }),
		refusals: challengeRefusals,
	}),
}

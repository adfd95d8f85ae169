import type { ParticipantId } from '@parley/room'
import { expect, test } from 'vitest'
import { aQualityReport } from '../../testing/aQualityReport.ts'
import { aVisit } from './fixtures.ts'
import { qualityByPerson } from './quality.ts'
import type { QualitySample, VisitWithSamples } from './visitStore.ts'

function aSample(fields: Partial<QualitySample> = {}): QualitySample {
	const { joinMs: _, firstFrameMs: __, ...report } = aQualityReport()
	return { at: 30_000, ...report, ...fields }
}

const visited = (fields: Partial<VisitWithSamples> = {}): VisitWithSamples => ({
	...aVisit(),
	leftAt: 90_000,
	joinMs: null,
	firstFrameMs: null,
	rating: null,
	samples: [],
	...fields,
})

test('[ROOM-169] the visits of a person are one, with sums, the worst half minute and shares of lost packets', () => {
	const [quality, ...others] = qualityByPerson([
		visited({ joinMs: 900, samples: [aSample({ concealedMs: 2_000, lostPackets: 0 })] }),
		visited({
			participantId: 'p_000000000002' as ParticipantId,
			name: 'Li Lei',
			joinedAt: 100_000,
			leftAt: null,
			joinMs: 4_000,
			samples: [
				aSample({
					at: 130_000,
					concealedMs: 9_000,
					freezes: 2,
					freezeMs: 3_000,
					lostPackets: 500,
					sentLostPackets: 30,
				}),
				aSample({ at: 160_000, concealedMs: 1_000, freezes: 1, freezeMs: 5_000, reconnects: 1, receivedHeight: 720 }),
			],
		}),
	])
	expect(others).toEqual([])
	expect(quality).toEqual({
		id: 'p_000000000001',
		name: 'Li Lei',
		userId: 'u-1',
		joinedAt: 1_500,
		leftAt: null,
		isReported: true,
		joinMs: 4_000,
		firstFrameMs: null,
		freezes: 3,
		freezeMs: 8_000,
		worstFreezeAt: 160_000,
		concealedMs: 12_000,
		worstSoundAt: 130_000,
		lostPercent: 14.3,
		sentLostPercent: 1,
		reconnects: 1,
		receivedHeight: 720,
		sentHeight: 180,
	})
})

test('[ROOM-169] a person whose page reported nothing is not called good', () => {
	const [quality] = qualityByPerson([visited()])
	expect(quality).toMatchObject({ isReported: false, leftAt: 90_000, lostPercent: 0, worstSoundAt: null })
})

test('[ROOM-169] two people of the same name are two', () => {
	expect(qualityByPerson([visited(), visited({ personKey: 'person-2' })])).toHaveLength(2)
})

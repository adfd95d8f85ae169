export type { Answers, Question } from './keep.ts'
export { AnswersContext, pagesUnder, useAnswers } from './useAnswers.ts'

export { QuestionField } from './add/question-field';
export { ServerList } from './server-list';

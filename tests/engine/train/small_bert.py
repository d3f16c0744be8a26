"""A tokenizer as BERT's, trained on a few lines, in a folder as transformers saves it."""
import transformers
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]


def save_tokenizer(folder, lines, size):
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.decoder = decoders.WordPiece()
    tokenizer.train_from_iterator(lines, trainers.WordPieceTrainer(vocab_size=size, special_tokens=SPECIAL, show_progress=False))
    assert tokenizer.get_vocab_size() == size, tokenizer.get_vocab_size()
    tokenizer.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    names = dict(zip(["pad_token", "unk_token", "cls_token", "sep_token", "mask_token"], SPECIAL))
    wrapped = transformers.PreTrainedTokenizerFast(tokenizer_object=tokenizer, **names)
    wrapped.save_pretrained(folder)
    return wrapped
